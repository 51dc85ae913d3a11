/**
 * A picture or a video of a message. The service fetches it, because a browser that shows the console loads nothing from
 * elsewhere; what cannot be shown is named.
 */
import { IconPhoto, IconVideo } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { texts } from '../texts/texts.ts';
import css from './content.module.css';

const VIDEO = /\.(mp4|m4v|mpeg|webm)$/i;

/** Where the console gets a file from: from us, whoever hosts it. */
export function shownAt(address: string): string {
  return `/media/remote?url=${encodeURIComponent(address)}`;
}

/** Null for what is no address yet: empty, or with Liquid that is not filled in. */
function urlOf(address: string): URL | null {
  return address.includes('{{') ? null : URL.parse(address);
}

export function Picture(props: { address: string; thumbnail: string; style: CSSProperties }) {
  const { address, thumbnail, style } = props;
  const [failed, setFailed] = useState('');
  const url = urlOf(address);
  const name = nameOf(address) || texts.rcs.medium;
  const isVideo = VIDEO.test(url?.pathname ?? '');
  const fails = () => setFailed(address);
  if (!url || failed === address) return <Named name={name} address={address} isVideo={isVideo} style={style} />;
  return (
    <figure className={css['picture']} style={style} title={address}>
      {isVideo ? (
        <video
          key={address}
          src={shownAt(address)}
          {...(urlOf(thumbnail) && { poster: shownAt(thumbnail) })}
          controls
          preload="metadata"
          aria-label={name}
          onError={fails}
        />
      ) : (
        <img key={address} src={shownAt(address)} alt={name} loading="lazy" decoding="async" onError={fails} />
      )}
    </figure>
  );
}

function Named({
  name,
  address,
  isVideo,
  style,
}: {
  name: string;
  address: string;
  isVideo: boolean;
  style: CSSProperties;
}) {
  const Icon = isVideo ? IconVideo : IconPhoto;
  return (
    <figure className={css['media']} style={style} title={address}>
      <Icon size={22} aria-hidden />
      <figcaption>{name}</figcaption>
    </figure>
  );
}

/** A file's name: the last part of its URL. */
export function nameOf(address: string): string {
  const path = URL.parse(address)?.pathname ?? address;
  const last = path.split('/').filter(Boolean).at(-1) ?? address;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
