import { Anchor, Box, Group, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { describeFailedJob } from "./failure";
import { JobProgress } from "./job-progress";
import { isRunning, type MediaItem } from "./media";
import { Status } from "./status";

interface Props {
  job: Pick<MediaItem, "status" | "progress"> & Parameters<typeof describeFailedJob>[0];
  href: string;
  title: string;
  /** What it does while it runs. */
  label?: string;
  picture?: ReactNode;
  /** Lines below the title. */
  children: ReactNode;
}

/** A job in a list, with its status and progress. */
export const JobRow = ({ job, href, title, label, picture, children }: Props) => (
  <Paper component="li" withBorder p="md">
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Group wrap="nowrap" align="flex-start" gap="sm" miw={0}>
        {picture}
        <Stack gap={4} miw={0}>
          <Anchor component={Link} href={href} fw={600} c="inherit" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
            {title}
          </Anchor>
          {children}
        </Stack>
      </Group>
      <Status value={job.status} />
    </Group>
    {isRunning(job) && (
      <Box mt="sm">
        <JobProgress {...job} title={title} label={label} />
      </Box>
    )}
    {job.status === "failed" && (
      <Text size="sm" mt="xs">
        {describeFailedJob(job)}
      </Text>
    )}
  </Paper>
);
