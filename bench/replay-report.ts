/** What `bench -- replay` has found, for a person to read. */
import { medianTurn, type ReplayResult, ratioOf } from './replay.ts';
import { coresLines, machineLines, met, REPLY_HEAD, ratios, replyRow, textOf, verdictLines, whole } from './text.ts';

/** Source: the project's target. */
const MAX_RATIO = 1.2;

export function replayReport(result: ReplayResult): string {
  const { machine, settings, turns, sessions, different, replayMs } = result;
  const { alone, beside } = medianTurn(turns);
  const ratio = ratioOf(medianTurn(turns));
  return textOf([
    [
      ...machineLines(machine, result.loadAverageAfter),
      `settings   ${whole(settings.handsets)} conversations with ${whole(settings.count)} turns; ${settings.rate} messages of other users a second, ${settings.seconds} s a round, the median of ${settings.repeat}`,
    ],
    [
      `a replay of ${whole(sessions)} sessions, alone: ${(replayMs / 1000).toFixed(1)} s, ${whole((settings.count * 1000) / replayMs)} turns a second; ${whole(different)} differ`,
    ],
    [REPLY_HEAD, replyRow('alone', alone), replyRow('beside replays', beside)],
    coresLines([
      ['alone', alone],
      ['beside replays', beside],
    ]),
    [
      `p99 beside ÷ alone   ${ratio.toFixed(2)}   at most ${MAX_RATIO}   ${met(ratio <= MAX_RATIO)}   (each turn: ${ratios(turns.map(ratioOf))}; replays that ended in a round: ${turns.map(({ replays }) => replays).join(', ')})`,
    ],
    verdictLines(result.breaches),
  ]);
}
