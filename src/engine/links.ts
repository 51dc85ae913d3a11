/**
 * Links in a text, as phones see them: they make a link of whatever looks like a host, with a scheme or without. What only
 * looks like one counts too ("end.Next"): the text is then left out, which is the better mistake.
 */

/** With a scheme, up to white space; or a host alone, with what follows it. */
const LINK =
  /[a-z][a-z0-9+.-]*:[\\/]{1,}\S*|(?:[\p{L}\p{N}_-]+\.)+(?:xn--[a-z0-9-]+|\p{L}{2,})(?![\p{L}\p{N}_-])(?::\d+)?(?:[/?#\\]\S*)?|\b\d{1,3}(?:\.\d{1,3}){3}\b(?:[:/?#\\]\S*)?|\b(?:mailto|tel|sms|smsto|geo|market|intent|javascript|data):\S*/giu;

/** Characters that are not seen, and that some readers drop before they look for links. */
const UNSEEN = /\p{Cf}/gu;

/** The first link to a host that is not among these, or below one of them; null when there is none. */
export function foreignLink(text: string, hosts: readonly string[]): string | null {
  // Full-width letters and the full stops of other scripts are those of an address to a browser.
  const plain = text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/[。．｡]/g, '.');
  for (const [link] of plain.matchAll(LINK)) {
    const host = hostOf(link);
    if (host === null || !hosts.some((listed) => host === listed || host.endsWith(`.${listed}`)))
      return link.slice(0, 100);
  }
  return null;
}

/** Null for what is no plain address of the web: another scheme, a user's name before the host, a backslash. */
function hostOf(link: string): string | null {
  if (link.includes('\\')) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\//i.test(link) ? link : `https://${link}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.hostname.replace(/\.$/, '');
}
