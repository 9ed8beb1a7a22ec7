import { expect, test } from "bun:test";
import { anchors, findFreeAnchor } from "#plugins/dashboard/web/features/library/edit/overlay";

test("another overlay does not hide the ones before", () => {
  expect(findFreeAnchor([])).toBe("center");
  expect(findFreeAnchor([{ position: "center" }])).toBe("top");
  expect(findFreeAnchor([{ position: { x: 0.2, y: 0.3 } }, { position: "top" }, { position: "center" }])).toBe(
    "bottom",
  );
  expect(findFreeAnchor(anchors.map((position) => ({ position })))).toBe("center");
});
