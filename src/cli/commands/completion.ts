/** `parley completion`: what makes a shell complete the words and options of commands, generated from their table. */
import { type Cli, type Command, words } from '../command.ts';
import { UsageError } from '../failure.ts';

/** What may follow some words of a command line; the key is those words. */
type Follow = ReadonlyMap<string, { next: string[]; options: string[] }>;

const SHELLS: Readonly<Record<string, (follow: Follow) => string>> = { bash, zsh, fish };

export async function printCompletion(
  all: readonly Command[],
  common: readonly string[],
  { out }: Cli,
  { shell }: { shell: string },
): Promise<void> {
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (!script) throw new UsageError(`It can complete ${Object.keys(SHELLS).join(', ')}; not ${shell}.`);
  const text = script(followOf(all, common));
  out.show({ shell, script: text }, () => text, text);
}

function followOf(all: readonly Command[], common: readonly string[]): Follow {
  const follow = new Map<string, { next: string[]; options: string[] }>();
  const at = (place: string) => {
    const found = follow.get(place) ?? { next: [], options: [...common] };
    follow.set(place, found);
    return found;
  };
  for (const command of all) {
    let place = '';
    for (const word of words(command)) {
      const { next } = at(place);
      if (!next.includes(word)) next.push(word);
      place = place === '' ? word : `${place} ${word}`;
    }
    at(place).options.push(...Object.keys(command.options).map((name) => `--${name}`));
  }
  return follow;
}

/** Where nothing of ours fits, a file may. */
function bash(follow: Follow): string {
  const cases = [...follow].map(
    ([place, { next, options }]) => `    '${place}') words='${next.join(' ')}' options='${options.join(' ')}' ;;`,
  );
  return `# eval "$(parley completion bash)"
_parley() {
  local current=\${COMP_WORDS[COMP_CWORD]} place='' word words options
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) continue ;; esac
    case "\${place:+$place }$word" in
${placePattern(follow, '      ')} place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o default -F _parley parley`;
}

function zsh(follow: Follow): string {
  const cases = [...follow].map(
    ([place, { next, options }]) => `    '${place}') following=(${next.join(' ')}) options=(${options.join(' ')}) ;;`,
  );
  return `#compdef parley
# eval "$(parley completion zsh)"
_parley() {
  local place='' word
  local -a following options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$word" in -*) continue ;; esac
    case "\${place:+$place }$word" in
${placePattern(follow, '      ')} place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then compadd -- $options
  elif (( \${#following} )); then compadd -- $following
  else _files
  fi
}
compdef _parley parley`;
}

/** The places that have one before them: a word that leads to none of them is an argument. */
function placePattern(follow: Follow, indent: string): string {
  const places = [...follow.keys()].filter((place) => place !== '');
  return `${indent}${places.map((place) => `'${place}'`).join(`|\\\n${indent}`)})`;
}

function fish(follow: Follow): string {
  const lines = [...follow].flatMap(([place, { next, options }]) => {
    const when = `-n '__parley_at "${place}"'`;
    return [
      ...(next.length > 0 ? [`complete -c parley -f ${when} -a '${next.join(' ')}'`] : []),
      ...options.map((option) => `complete -c parley ${when} -l ${option.slice(2)}`),
    ];
  });
  const places = [...follow.keys()].filter((place) => place !== '').map((place) => `'${place}'`);
  return `# parley completion fish | source
set -g __parley_places ${places.join(' ')}
function __parley_at
  set -l place
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and continue
    contains -- (string join ' ' $place $word) $__parley_places; and set -a place $word
  end
  set -l at (string join ' ' $place)
  test "$at" = "$argv[1]"
end
${lines.join('\n')}`;
}
