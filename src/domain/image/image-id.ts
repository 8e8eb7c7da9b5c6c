/** Combines the words of the hint, usually a file name, with a hash of the bytes. */
export function createImageId(nameHint: string, hash: string): string {
  const name = nameHint.replace(/^.*[/\\]/, '').replace(/\.[a-z0-9]{1,5}$/i, '')
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['image']
  return `${words.join('-').slice(0, 80).replace(/-$/, '')}-${hash}`
}
