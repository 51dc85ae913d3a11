/** Chooses a file that the account has uploaded, or uploads one: in a dialog, with what each file looks like. */
import { ActionIcon, Button, FileButton, Group, Modal, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconPhotoPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schemas } from '#client';
import { api } from '../api.ts';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange, useList } from '../queries.ts';
import { Picture } from '../rcs/picture.tsx';
import { texts } from '../texts/texts.ts';
import css from './media-picker.module.css';

type Medium = Schemas['Medium'];

/** The service itself waits no longer. */
const UPLOAD_MS = 90_000;

/** `only`: the kind that can be shown there. `of`: what the file is for. */
type Props = { accountId: string; of: string; only?: 'image' | undefined; onChoose: (medium: Medium) => void };

export function MediaPicker(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tooltip label={texts.media.choose}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={texts.media.chooseFor(props.of)}
          onClick={() => setOpen(true)}
        >
          <IconPhotoPlus size={18} />
        </ActionIcon>
      </Tooltip>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={props.of} size="lg">
        <Choice
          {...props}
          onChoose={(medium) => {
            props.onChoose(medium);
            setOpen(false);
          }}
        />
      </Modal>
    </>
  );
}

function Choice({ accountId, only, onChoose }: Props) {
  const query = { accountId };
  const media = useList('/media', 'media', { params: { query } });
  const upload = useChange(
    (file: File) =>
      api.call<Medium>('post', '/media', {
        params: { query: { ...query, name: file.name } },
        body: file,
        signal: AbortSignal.timeout(UPLOAD_MS),
      }),
    { refreshes: ['/media'], quiet: true },
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {texts.media.limits(only !== undefined)}
        </Text>
        <FileButton
          accept={only ? 'image/jpeg,image/png,image/gif' : 'image/jpeg,image/png,image/gif,video/*,audio/*,.pdf'}
          onChange={(file) => file && upload.mutate(file, { onSuccess: onChoose })}
        >
          {(button) => (
            <Button {...button} leftSection={<IconUpload size={16} />} loading={upload.isPending}>
              {texts.media.upload}
            </Button>
          )}
        </FileButton>
      </Group>
      <ProblemAlert error={upload.error} />
      <Loaded of={media}>
        {(rows) => {
          const fitting = rows.filter(({ type }) => !only || type.startsWith(`${only}/`));
          return fitting.length === 0 ? (
            <Text size="sm">{texts.media.none}</Text>
          ) : (
            <ul className={css['media']} aria-label={texts.media.uploaded}>
              {fitting.map((medium) => (
                <li key={medium.mediaId}>
                  <UnstyledButton className={css['medium'] ?? ''} onClick={() => onChoose(medium)}>
                    {medium.type.startsWith('image/') && <Picture address={medium.url} thumbnail="" style={SQUARE} />}
                    <Text size="xs" truncate>
                      {medium.name}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {medium.type}
                    </Text>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      <MoreButton of={media} />
    </Stack>
  );
}

const SQUARE = { height: 96 };
