import { Skeleton, Stack, Text } from "@mantine/core";

interface Props {
  lines?: number;
  /** True if the server was busy and the request is retried. */
  isBusy?: boolean;
}

export const Loading = ({ lines = 4, isBusy = false }: Props) => (
  <Stack aria-busy="true" aria-label="Loading" role="status">
    {isBusy && <Text size="sm">The server is busy. Trying again…</Text>}
    <Skeleton h={32} w={220} />
    <Skeleton h={lines * 48} />
  </Stack>
);
