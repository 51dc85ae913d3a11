/** Rules about keywords: words that lead nowhere because another rule takes them first. */
import { repeatedKeywords } from '../../model/agent.ts';
import { wordSaid } from '../../model/opt-out.ts';
import type { FlowRule } from './rule.ts';

export const duplicateKeyword: FlowRule = {
  severity: 'error',
  says: 'Two keywords are the same but for case, accents in another form, and outer white space: the first counts. A document with two cannot be saved.',
  inFlow: ({ flow: { keywords = [] } }) => repeatedKeywords(keywords, '/keywords'),
};

/** Only the words that the platform itself sends count. */
const PLATFORM_ALONE = { words: [], returnWords: [] };

export const optOutKeyword: FlowRule = {
  severity: 'warning',
  says: "A keyword is one of the usual opt-out words. A user who writes it is opted out, and hears nothing after the keyword's state. Where that is meant, or the word is an answer in the flow, `config.optOut.words` says which words opt out. STOP, BAJA and PARAR always do, and are not reported.",
  inFlow({ flow: { keywords = [] }, known: { optOut } }) {
    if (optOut?.words !== undefined) return [];
    return keywords.flatMap(({ keyword, stateId }, index) => {
      if (wordSaid(keyword)?.action !== 'OPT_OUT' || wordSaid(keyword, PLATFORM_ALONE)) return [];
      const message = `opts the user out, and "${stateId}" is the last message they get: set config.optOut.words if it shall not`;
      return [{ path: `/keywords/${index}/keyword`, message }];
    });
  },
};
