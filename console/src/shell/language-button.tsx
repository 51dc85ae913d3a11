/** The console's language: the browser's until somebody presses this, which names the other one in that language. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { chooseLanguage } from '../texts/language.ts';
import { LANGUAGES, type Language, language } from '../texts/texts.ts';

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
        <IconLanguage size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
