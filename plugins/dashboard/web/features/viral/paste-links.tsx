import { Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { vireo } from "../../api";
import { getFieldErrors, useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { pluralise } from "../../ui/numbers";

const MAX_LINKS = 500;
const toLinks = (text: string) => text.split(/\s+/).filter(Boolean);

/** Adds videos to the library by their links. */
export function PasteLinks({ close, onAdded }: { close(): void; onAdded(): void }) {
  const form = useForm({ initialValues: { videos: "" } });
  const links = toLinks(form.values.videos);
  const add = useSubmit(
    form,
    async ({ videos }) => {
      await vireo.viralLibrary.videos.import({ videos: toLinks(videos) });
      close();
      onAdded();
    },
    { stale: ["viral"], done: "Videos added" },
  );
  // The API reports errors per link: `videos.3`.
  const errors = Object.entries(getFieldErrors(add.error)).map(([path, message]) => {
    const index = Number(path.split(".")[1]);
    return Number.isNaN(index) ? message : `Line ${index + 1}: ${message}`;
  });
  const tooMany = links.length > MAX_LINKS && `Enter at most ${MAX_LINKS} links. You entered ${links.length}.`;
  return (
    <FormDialog
      title="Paste links"
      action={links.length === 0 ? "Add videos" : `Add ${pluralise(links.length, "video")}`}
      submit={add}
      close={close}
      disabled={links.length === 0 || links.length > MAX_LINKS}
      size="lg"
    >
      <Textarea
        label="Video links"
        description={`One per line, up to ${MAX_LINKS}. Free.`}
        placeholder="https://www.tiktok.com/@name/video/7123456789012345678"
        {...form.getInputProps("videos")}
        error={tooMany || errors.join(" ")}
        minRows={6}
        maxRows={14}
        autosize
        required
        data-autofocus
      />
      <Text size="sm" c="dimmed">
        Links alone have no captions or statistics and can't be searched. To get those, use Find videos.
      </Text>
    </FormDialog>
  );
}
