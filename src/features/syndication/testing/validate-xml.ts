/** Validates documents against the grammars in this folder. */
import { readFileSync } from 'node:fs'
import { memoryPages, validateXML } from 'xmllint-wasm'

type XmlDocument = { readonly fileName: string; readonly contents: string }

const readSchema = (fileName: string): XmlDocument => ({
  fileName,
  contents: readFileSync(new URL(fileName, import.meta.url), 'utf8'),
})

async function validate(options: Parameters<typeof validateXML>[0]): Promise<string[]> {
  const { errors } = await validateXML({ maxMemoryPages: memoryPages.GiB / 4, ...options })
  return errors.map(({ rawMessage }) => rawMessage)
}

export function findRssErrors(documents: readonly XmlDocument[]): Promise<string[]> {
  return validate({ xml: documents, schema: readSchema('rss.rng'), extension: 'relaxng' })
}

export function findSitemapErrors(documents: readonly XmlDocument[]): Promise<string[]> {
  const preload = ['sitemap-image.xsd', 'sitemap-news.xsd'].map(readSchema)
  return validate({ xml: documents, schema: readSchema('sitemap.xsd'), preload })
}
