/** A page's essential files: scripts, fonts, styles and their imports. */
import { openAssets } from './device-caches.ts'

const assetFolder = '/_astro/'
const assetPattern = /\/_(?:astro|fonts\/\d+)\/[\w.~-]+\.(?:js|woff2|css)/g
/** A font cut to the page's letters, and the whole font (see layouts/writing-system-fonts.ts). */
const cutFontPattern = /url\((\/_fonts\/[^()]+)\) format\("woff2"\),url\(([^()]+)\)/g
const importPattern = /(?:\bfrom|\bimport)\s*["']\.\/([\w.~-]+\.js)["']/g
/** Matches the import of the script that says why a saved story can't be read (layouts/every-page-script.ts). */
const readerStoryPattern = /\bimport\(\s*["'`]\.\/(reader-story\.[\w.~-]+\.js)["'`]/g

/** Finds assets in any attribute. */
export function findAssets(html: string): string[] {
  return [...new Set(html.match(assetPattern))]
}

/** Finds static imports, and the dynamic one that each article needs later. */
export function findImports(script: string): string[] {
  const found = [importPattern, readerStoryPattern].flatMap((pattern) => [
    ...script.matchAll(pattern),
  ])
  return found.map(([, name]) => assetFolder + name)
}

export async function collectImports(
  addresses: readonly string[],
  fetchScript: (address: string) => Promise<string>,
): Promise<Set<string>> {
  const found = new Set<string>()
  async function collect(address: string) {
    if (found.has(address)) return
    found.add(address)
    if (!address.endsWith('.js')) return
    await Promise.all(findImports(await fetchScript(address)).map(collect))
  }
  await Promise.all(addresses.map(collect))
  return found
}

/** Throws if a file can't be loaded. */
export async function cacheAssets(html: string) {
  const assets = await openAssets()
  async function fetchScript(address: string): Promise<string> {
    const cached = await assets.match(address)
    if (cached) return cached.text()
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}`)
    await assets.put(address, response.clone())
    return response.text()
  }
  const wholeFonts = new Map(
    [...html.matchAll(cutFontPattern)].map(([, cut, whole]) => [cut, whole]),
  )
  async function fetchOther(address: string) {
    const whole = wholeFonts.get(address)
    await (whole ? fetchScript(address).catch(() => fetchScript(whole)) : fetchScript(address))
  }
  const addresses = findAssets(html.replace(cutFontPattern, '$1'))
  const needed = await collectImports(addresses, fetchScript)
  await Promise.all([...needed].filter((address) => !address.endsWith('.js')).map(fetchOther))
}

export async function deleteUnusedAssets(pages: readonly string[]) {
  const assets = await openAssets()
  const fetchScript = async (address: string) => (await (await assets.match(address))?.text()) ?? ''
  const needed = await collectImports(pages.flatMap(findAssets), fetchScript)
  for (const request of await assets.keys()) {
    const { pathname } = new URL(request.url)
    const isAsset = findAssets(pathname).length > 0
    if (isAsset && !needed.has(pathname)) await assets.delete(request)
  }
}
