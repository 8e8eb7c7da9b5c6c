import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createEleventySite } from './eleventy-site.ts'
import { detectHexoSite } from './hexo-site.ts'
import { detectHugoSite } from './hugo-site.ts'
import { detectJekyllSite } from './jekyll-site.ts'
import { detectPelicanSite } from './pelican-site.ts'
import {
  defaultSite,
  readAddressField,
  type SiteGenerator,
  type SourcePage,
} from './site-generator.ts'
import { detectZolaSite } from './zola-site.ts'

/** Throws a `SettingsError` if its settings can't be read. */
export async function detectSiteGenerator(root: string): Promise<SiteGenerator> {
  const exists = (name: string) => existsSync(join(root, name))
  const byName = (pattern: RegExp) => readdirSync(root).some((name) => pattern.test(name))
  const detected =
    (await detectZolaSite(root)) ??
    (await detectHugoSite(root)) ??
    (await detectHexoSite(root)) ??
    (await detectJekyllSite(root)) ??
    (await detectPelicanSite(root))
  if (detected) return detected
  if (byName(/^astro\.config\./)) {
    const folders = ['src/content', 'src/pages'].filter(exists)
    const isUnderscored = (path: string) => /(?:^|\/)_/.test(path)
    const findSkipReason = (path: string) =>
      isUnderscored(path) ? 'its name begins with an underscore' : null
    return {
      ...defaultSite,
      tool: 'astro',
      folders,
      findAddresses: findFolderAddress,
      findSkipReason,
    }
  }
  if (byName(eleventyConfig))
    return createEleventySite(
      root,
      readdirSync(root).filter((name) => eleventyConfig.test(name)),
    )
  return { ...defaultSite, tool: 'plain', folders: [''], findAddresses: findOwnAddress }
}

const eleventyConfig = /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/

function findOwnAddress({ data }: SourcePage) {
  const address = readAddressField(data)
  return address === null ? [] : [address]
}

function findFolderAddress({ data, name }: SourcePage) {
  return [readAddressField(data) ?? `/${name.replace(/(?:^|\/)index$/, '')}/`]
}
