/** The console's language: the browser's until somebody presses this, which names the other one in that language. */
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { chooseLanguage, LANGUAGES, type Language, language } from '../texts/texts.ts';

const CODES = Object.keys(LANGUAGES) as Language[];

export function LanguageButton() {
  const other = CODES[(CODES.indexOf(language) + 1) % CODES.length]!;
  return (
    <Tooltip label={LANGUAGES[other]}>
      <ActionIcon
        variant="default"
        size="lg"
        lang={other}
        aria-label={LANGUAGES[other]}
        onClick={() => chooseLanguage(other)}
      >
        <Text span size="xs" fw={600} tt="uppercase" aria-hidden>
          {other}
        </Text>
      </ActionIcon>
    </Tooltip>
  );
}
