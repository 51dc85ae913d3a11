/**
 * A content message as a phone shows it: bubble, card, carousel, file, chips. Everything in it was written by others,
 * so it is shown as text and never as markup. Pictures and videos are in `picture.tsx`.
 */

import { IconCalendarPlus, IconExternalLink, IconFile, IconMapPin, IconPhone } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { texts } from '../texts/texts.ts';
import css from './content.module.css';
import { nameOf, Picture } from './picture.tsx';

export type Tapped = { text: string; postbackData: string; type: 'REPLY' | 'ACTION' };

type Chips = { onTap?: ((tapped: Tapped) => void) | undefined };

/** Half-written messages are shown too, so every field may be absent or of a wrong type. */
type Loose = { [field: string]: unknown };

const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});
const asArray = (value: unknown): Loose[] => (Array.isArray(value) ? value.map(asObject) : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export function ContentMessageView({ content, onTap }: { content: unknown } & Chips) {
  const { text, richCard, contentInfo, uploadedRbmFile, suggestions } = asObject(content);
  return (
    <div className={css['message']}>
      {text !== undefined && <p className={css['bubble']}>{asText(text)}</p>}
      {contentInfo !== undefined && <File file={asObject(contentInfo)} />}
      {uploadedRbmFile !== undefined && <File file={asObject(uploadedRbmFile)} />}
      {richCard !== undefined && <RichCard card={asObject(richCard)} onTap={onTap} />}
      <ChipRow suggestions={asArray(suggestions)} onTap={onTap} />
    </div>
  );
}

function RichCard({ card, onTap }: { card: Loose } & Chips) {
  const { standaloneCard, carouselCard } = card;
  if (carouselCard !== undefined) {
    const { cardWidth, cardContents } = asObject(carouselCard);
    const width = cardWidth === 'SMALL' ? 150 : 232;
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard
      <ul className={css['carousel']} aria-label={texts.rcs.carousel} tabIndex={0}>
        {asArray(cardContents).map((content, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards and chips have no id; their order identifies them
          <li key={index} style={{ width }}>
            <Card content={content} onTap={onTap} />
          </li>
        ))}
      </ul>
    );
  }
  const { cardOrientation, thumbnailImageAlignment, cardContent } = asObject(standaloneCard);
  const side = thumbnailImageAlignment === 'RIGHT' ? 'right' : 'left';
  return (
    <Card content={asObject(cardContent)} onTap={onTap} lying={cardOrientation === 'HORIZONTAL' ? side : undefined} />
  );
}

/** A picture that is no part of a card. */
const ALONE: CSSProperties = { width: 220, minHeight: 120 };

const MEDIA_HEIGHT: Record<string, number> = { SHORT: 96, MEDIUM: 140, TALL: 210 };

function Card({ content, onTap, lying }: { content: Loose; lying?: 'left' | 'right' | undefined } & Chips) {
  const { title, description, media, suggestions } = content;
  const { height, ...file } = asObject(media);
  const mediaStyle: CSSProperties = lying
    ? { width: 96 }
    : { height: MEDIA_HEIGHT[asText(height)] ?? MEDIA_HEIGHT['MEDIUM'] };
  return (
    <article className={css['card']} data-lying={lying}>
      {media !== undefined && <Media file={file} style={mediaStyle} />}
      <div className={css['words']}>
        {title !== undefined && <h4>{asText(title)}</h4>}
        {description !== undefined && <p>{asText(description)}</p>}
        <ChipRow suggestions={asArray(suggestions)} onTap={onTap} inCard />
      </div>
    </article>
  );
}

function addressOf(file: Loose): string {
  const info = asObject(file['contentInfo'] ?? file['uploadedRbmFile'] ?? file);
  return asText(info['fileUrl']) || asText(info['fileUri']) || asText(info['fileName']);
}

function Media({ file, style }: { file: Loose; style: CSSProperties }) {
  const { thumbnailUrl } = asObject(file['contentInfo']);
  return <Picture address={addressOf(file)} thumbnail={asText(thumbnailUrl)} style={style} />;
}

/** What is shown rather than named, by its ending. */
const SHOWN = /\.(jpe?g|png|gif|webp|mp4|m4v|mpeg|webm)$/i;

function File({ file }: { file: Loose }) {
  const address = addressOf(file);
  if (SHOWN.test(URL.parse(address)?.pathname ?? '')) return <Media file={file} style={ALONE} />;
  return (
    <p className={css['file']} title={address}>
      <IconFile size={20} aria-hidden />
      <span>{nameOf(address) || texts.rcs.file}</span>
    </p>
  );
}

/** By the field of an action. */
const ICONS = {
  dialAction: <IconPhone size={14} aria-hidden />,
  openUrlAction: <IconExternalLink size={14} aria-hidden />,
  viewLocationAction: <IconMapPin size={14} aria-hidden />,
  shareLocationAction: <IconMapPin size={14} aria-hidden />,
  createCalendarEventAction: <IconCalendarPlus size={14} aria-hidden />,
};
const ACTIONS = Object.keys(ICONS) as (keyof typeof ICONS)[];

function ChipRow({ suggestions, onTap, inCard }: { suggestions: Loose[]; inCard?: boolean } & Chips) {
  if (suggestions.length === 0) return null;
  return (
    <div className={css['chips']} data-in-card={inCard}>
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards and chips have no id; their order identifies them
        <Chip key={index} suggestion={suggestion} onTap={onTap} />
      ))}
    </div>
  );
}

function Chip({ suggestion, onTap }: { suggestion: Loose } & Chips) {
  const isReply = suggestion['reply'] !== undefined;
  const chip = asObject(suggestion['reply'] ?? suggestion['action']);
  const action = isReply ? undefined : ACTIONS.find((name) => chip[name] !== undefined);
  const text = asText(chip['text']);
  const tap = () => onTap?.({ text, postbackData: asText(chip['postbackData']), type: isReply ? 'REPLY' : 'ACTION' });
  return (
    <button
      type="button"
      className={css['chip']}
      onClick={tap}
      // Browsers leave a chip at the edge of the line half in sight.
      onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      disabled={!onTap}
      title={action && texts.rcs.tapEffect[action]}
    >
      {action && ICONS[action]}
      {text}
    </button>
  );
}

/** A user's message: text, a tapped chip, a location, a file. */
export function UserContentView({ content }: { content: unknown }) {
  const { text, suggestionResponse, location, userFile } = asObject(content);
  if (text !== undefined) return <p className={css['bubble']}>{asText(text)}</p>;
  if (suggestionResponse !== undefined) {
    const { text: label, postbackData } = asObject(suggestionResponse);
    return (
      <p className={css['bubble']} title={`postbackData: ${asText(postbackData)}`}>
        {asText(label)}
      </p>
    );
  }
  if (location !== undefined) {
    const { latitude, longitude } = asObject(location);
    return (
      <p className={css['file']}>
        <IconMapPin size={20} aria-hidden />
        <span>{`${String(latitude)}, ${String(longitude)}`}</span>
      </p>
    );
  }
  return <File file={asObject(asObject(userFile)['payload'])} />;
}
