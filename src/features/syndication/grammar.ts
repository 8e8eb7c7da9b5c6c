/** For tests: what the grammars beside this file find wrong with documents of ours. */
import { readFileSync } from 'node:fs'
import { memoryPages, validateXML } from 'xmllint-wasm'

type Document = { readonly fileName: string; readonly contents: string }

const read = (fileName: string): Document => ({
  fileName,
  contents: readFileSync(new URL(fileName, import.meta.url), 'utf8'),
})

async function findings(options: Parameters<typeof validateXML>[0]): Promise<string[]> {
  const { errors } = await validateXML({ maxMemoryPages: memoryPages.GiB / 4, ...options })
  return errors.map(({ rawMessage }) => rawMessage)
}

export function faultsInRss(documents: readonly Document[]): Promise<string[]> {
  return findings({ xml: documents, schema: read('rss.rng'), extension: 'relaxng' })
}

export function faultsInSitemaps(documents: readonly Document[]): Promise<string[]> {
  const preload = ['sitemap-image.xsd', 'sitemap-news.xsd'].map(read)
  return findings({ xml: documents, schema: read('sitemap.xsd'), preload })
}
