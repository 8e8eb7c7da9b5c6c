/** Makes URLs absolute, and keeps no ids and only the `src` of images. Expects our HTML, with quoted attributes. */
export function makeAddressesAbsolute(html: string, base: string): string {
  return html
    .replace(/ (?:id|srcset|sizes|loading|decoding)="[^"]*"/g, '')
    .replace(/ (href|src)="([^"]*)"/g, (_, name: string, address: string) => {
      // The only escape in our URLs.
      const absoluteAddress = URL.parse(address.replaceAll('&amp;', '&'), base)?.href ?? ''
      return ` ${name}="${absoluteAddress.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
    })
}
