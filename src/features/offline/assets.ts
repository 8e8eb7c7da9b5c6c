/** The files that a page cannot do without: the scripts and fonts that it names, and what those import. */
import { openAssets } from './device-caches.ts'

const folder = '/_astro/'
const named = /\/_astro\/[\w.~-]+\.(?:js|woff2)/g
const imported = /(?:\bfrom|\bimport)\s*["']\.\/([\w.~-]+\.js)["']/g

/** Every address that a document names, in whatever attribute. */
export function assetsNamedIn(html: string): string[] {
  return [...new Set(html.match(named))]
}

/** What a script imports at once; what it imports when it is wanted comes when it is wanted. */
export function importsOf(script: string): string[] {
  return [...script.matchAll(imported)].map(([, name]) => folder + name)
}

/** The addresses and all that they import, through `read`. */
export async function withImports(
  addresses: readonly string[],
  read: (address: string) => Promise<string>,
): Promise<Set<string>> {
  const found = new Set<string>()
  async function visit(address: string) {
    if (found.has(address)) return
    found.add(address)
    if (!address.endsWith('.js')) return
    await Promise.all(importsOf(await read(address)).map(visit))
  }
  await Promise.all(addresses.map(visit))
  return found
}

/** Puts what a page needs beside it. Throws where one of the files does not come. */
export async function keepAssetsOf(html: string) {
  const assets = await openAssets()
  async function read(address: string): Promise<string> {
    const lying = await assets.match(address)
    if (lying) return lying.text()
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`)
    await assets.put(address, answer.clone())
    return answer.text()
  }
  const wanted = await withImports(assetsNamedIn(html), read)
  await Promise.all([...wanted].filter((address) => !address.endsWith('.js')).map(read))
}

/** Removes the files of earlier versions: those that none of these pages needs. */
export async function dropAssetsBut(pages: readonly string[]) {
  const assets = await openAssets()
  const read = async (address: string) => (await (await assets.match(address))?.text()) ?? ''
  const wanted = await withImports(pages.flatMap(assetsNamedIn), read)
  for (const request of await assets.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith(folder) && !wanted.has(pathname)) await assets.delete(request)
  }
}
