/** A file: by its public address, or by the name that the platform gave it. */
import { ActionIcon, Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useAgent } from '../agent.ts';
import type { Keys } from '../flow/pointer.ts';
import { MediaPicker } from '../media/media-picker.tsx';
import { Picture } from '../rcs/picture.tsx';
import { texts } from '../texts/texts.ts';
import { useField } from './editing.ts';
import css from './form.module.css';
import { LIMITS } from './limits.ts';
import { asObject, asText } from './loose.ts';
import { ChoiceField } from './plain-field.tsx';
import { TextField } from './text-field.tsx';

const say = texts.message.media;

/** The picture or video of a card. */
export function Media({ at, of }: { at: Keys; of: string }) {
  const { value, set, pointer } = useField(at);
  if (value === undefined) {
    return (
      <div className={css['no-media']}>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPhoto size={14} />}
          onClick={() => set({ height: 'MEDIUM', contentInfo: { fileUrl: '' } })}
        >
          {say.add}
        </Button>
      </div>
    );
  }
  return (
    <div className={css['media']} data-path={pointer}>
      <FileFields at={at} />
      <Group gap="xs" align="flex-end" justify="space-between">
        <ChoiceField
          at={[...at, 'height']}
          label={say.height}
          isOptional
          choices={[
            ['', texts.message.asPhoneLikes],
            ['SHORT', say.heights.SHORT],
            ['MEDIUM', say.heights.MEDIUM],
            ['TALL', say.heights.TALL],
          ]}
        />
        <ActionIcon variant="subtle" color="red" aria-label={say.remove(of)} onClick={() => set(undefined)}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </div>
  );
}

/** What is at the address, and another instead of it. */
function Chosen({ at }: { at: Keys }) {
  const address = useField([...at, 'contentInfo', 'fileUrl']);
  const thumbnail = useField([...at, 'contentInfo', 'thumbnailUrl']);
  const { data: agent } = useAgent();
  const text = asText(address.value);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      {agent && <MediaPicker accountId={agent.accountId} of={say.choose} onChoose={({ url }) => address.set(url)} />}
      {text !== '' && <Picture address={text} thumbnail={asText(thumbnail.value)} style={PREVIEW} />}
    </Group>
  );
}

const PREVIEW = { width: 160, height: 100 };

/** The fields of a file at `at`: the message itself, or the media of a card. */
export function FileFields({ at }: { at: Keys }) {
  const { value, set } = useField(at);
  const refresh = useField([...at, 'contentInfo', 'forceRefresh']);
  const { contentInfo, uploadedRbmFile, ...rest } = asObject(value);
  const isUploaded = uploadedRbmFile !== undefined;
  const swap = (by: string) =>
    set({ ...rest, ...(by === 'name' ? { uploadedRbmFile: { fileName: '' } } : { contentInfo: { fileUrl: '' } }) });
  return (
    <>
      <NativeSelect
        size="xs"
        label={say.from}
        value={isUploaded ? 'name' : 'address'}
        data={[
          { value: 'address', label: say.atAddress },
          { value: 'name', label: say.uploaded },
        ]}
        onChange={({ currentTarget }) => swap(currentTarget.value)}
      />
      {isUploaded ? (
        <>
          <TextField at={[...at, 'uploadedRbmFile', 'fileName']} label={say.fileName} />
          <TextField at={[...at, 'uploadedRbmFile', 'thumbnailName']} label={say.thumbnailName} isOptional />
        </>
      ) : (
        <>
          <TextField
            at={[...at, 'contentInfo', 'fileUrl']}
            label={say.address}
            max={LIMITS.url}
            hint="https://example.com/picture.jpg"
          />
          <Chosen at={at} />
          <details className={css['more']} open={Object.keys(asObject(contentInfo)).length > 1}>
            <summary>{say.more}</summary>
            <TextField
              at={[...at, 'contentInfo', 'thumbnailUrl']}
              label={say.thumbnailAddress}
              max={LIMITS.url}
              isOptional
            />
            <Checkbox
              size="xs"
              label={say.fetchAgain}
              checked={refresh.value === true}
              onChange={(event) => refresh.set(event.currentTarget.checked || undefined)}
            />
          </details>
        </>
      )}
    </>
  );
}
