import { Skeleton, Stack } from "@mantine/core";

export const Loading = ({ lines = 4 }: { lines?: number }) => (
  <Stack aria-busy="true" aria-label="Loading" role="status">
    <Skeleton h={32} w={220} />
    <Skeleton h={lines * 48} />
  </Stack>
);
