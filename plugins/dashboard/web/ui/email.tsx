import { Fragment } from "react";

/** Shows an email address that wraps before an @ or a dot, and inside a word only if necessary. */
export const Email = ({ address }: { address: string }) => (
  <span style={{ overflowWrap: "anywhere" }}>
    {address.split(/(?=[@.])/).map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <Fragment key={i}>
        {i > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
