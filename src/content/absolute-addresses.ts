/**
 * For feeds and emails: makes URLs absolute, removes ids and images' attributes for responsive loading, and replaces
 * recordings with links, because few programs play recordings. Expects our HTML, with quoted attributes.
 */
export function makeAddressesAbsolute(html: string, base: string): string {
  return html
    .replace(
      /<audio controls preload="none" src=("[^"]*")[^<>]*><\/audio>/g,
      '<p><a href=$1>Listen</a></p>',
    )
    .replace(/ (?:id|srcset|sizes|loading|decoding)="[^"]*"/g, '')
    .replace(/ (href|src)="([^"]*)"/g, (_, name: string, address: string) => {
      // The only escape that our URLs contain.
      const absoluteAddress = URL.parse(address.replaceAll('&amp;', '&'), base)?.href ?? ''
      return ` ${name}="${absoluteAddress.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
    })
}
