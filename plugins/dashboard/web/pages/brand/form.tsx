import { Alert, Button, Group as Row, Stack, Text, TextInput } from "@mantine/core";
import { Clapperboard, Copy } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { fieldErrors } from "../../ui/field-errors";
import { FieldInput } from "./field";
import type { Group } from "./groups";
import { deleteThing, type Thing, type Values, writeThing } from "./resources";

interface Props {
  group: Group;
  thing: Thing | undefined;
  initial: Values;
  close(): void;
  /** Told when there is something that would be lost. */
  setDirty(isDirty: boolean): void;
  copy(values: Values): void;
}

/** The fields of one, and what can be done with it; the same for all groups. */
export function Form({ group, thing, initial, close, setDirty, copy }: Props) {
  const [values, setValues] = useState(initial);
  const [mayWrite, mayMake] = [useCan("content:write"), useCan("media:write")];
  const isBuiltIn = thing?.isCustom === false;
  const readOnly = isBuiltIn || !mayWrite;
  const change = (name: string, how: (now: string | string[]) => string | string[]) => {
    setDirty(true);
    setValues((now) => ({ ...now, [name]: how(now[name] ?? "") }));
  };
  const save = useAction(
    async () => {
      const changed = Object.entries(values).filter(([name, value]) =>
        thing ? String(value) !== String(initial[name]) : value.length > 0,
      );
      if (changed.length > 0) await writeThing(group, thing?.id, Object.fromEntries(changed));
      close();
    },
    { changes: [group.path], done: thing ? "Saved." : `The ${group.one} is there.` },
  );
  const remove = useAction(
    async () => {
      if (thing) await deleteThing(group, thing.id);
      close();
    },
    { changes: [group.path], done: "It is deleted." },
  );
  const errors = fieldErrors(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {isBuiltIn && (
          <Alert variant="light" color="gray" title={`This ${group.one} comes with Vireo`}>
            <Text size="sm">It cannot be changed. Make a copy, and change that.</Text>
          </Alert>
        )}
        <TextInput
          label="Name"
          value={values.name as string}
          onChange={(event) => {
            const next = event.currentTarget.value;
            change("name", () => next);
          }}
          error={errors.name?.[0]}
          maxLength={200}
          readOnly={readOnly}
          variant={readOnly ? "filled" : "default"}
          required={!readOnly}
          data-autofocus
        />
        {group.fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ""}
            errors={errors}
            readOnly={readOnly}
            onChange={(how) => change(field.name, how)}
          />
        ))}
        <Row justify="space-between" mt="xs">
          <Row gap="xs">
            {thing && !readOnly && (
              <Confirm
                title={`Delete “${thing.name}”?`}
                text="It is gone at once. What was made with it stays."
                verb="Delete"
                run={() => remove.mutateAsync(undefined)}
              >
                {(ask) => (
                  <Button variant="subtle" color="red" onClick={ask}>
                    Delete
                  </Button>
                )}
              </Confirm>
            )}
            {thing && group.param && mayMake && (
              <Button
                component={Link}
                href={`/create?kind=video&${group.param}=${thing.id}`}
                variant="subtle"
                leftSection={<Clapperboard size={16} aria-hidden />}
              >
                Use in a video
              </Button>
            )}
          </Row>
          <Row gap="xs">
            {thing && mayWrite && (
              <Button
                variant={isBuiltIn ? "filled" : "default"}
                leftSection={<Copy size={16} aria-hidden />}
                onClick={() => copy({ ...values, name: `${values.name} copy`.slice(0, 200) })}
              >
                Make a copy
              </Button>
            )}
            {!readOnly && (
              <Button type="submit" loading={save.isPending}>
                {thing ? "Save" : `Make the ${group.one}`}
              </Button>
            )}
          </Row>
        </Row>
      </Stack>
    </form>
  );
}
