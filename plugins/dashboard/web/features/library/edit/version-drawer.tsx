import { Drawer } from "@mantine/core";
import type { MediaItem } from "../../../ui/media";
import { Versions } from "../../../ui/versions";

/** All versions of the video, over the editor. */
const VersionDrawer = ({ item, close }: { item: MediaItem; close(): void }) => (
  <Drawer opened onClose={close} title="Versions" position="right" size="lg">
    <Versions item={item} />
  </Drawer>
);

export default VersionDrawer;
