/** Reads inherited fields: site settings, Hugo's `cascade`, Zola's draft sections, Eleventy's folder data. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { basename, dirname } from 'node:path/posix'
import { megabyte } from '../megabyte.ts'
import { readFileInside } from '../source-file.ts'
import { decodeText } from './decode-text.ts'
import { readEleventyData, readLayoutData } from './eleventy-data.ts'
import { parseMarkdownFile } from './front-matter.ts'
import { getField } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import type { SiteGenerator } from './site-generator.ts'
import { mergeSettings, SettingsError } from './site-settings.ts'
import { isTrue, readVisibilityFields, settingsField } from './visibility-fields.ts'

const maxFileBytes = 4 * megabyte

/** Adds inherited fields to a text's own. */
export type InheritedFrontMatterReader = (path: string, own: FrontMatter) => Promise<FrontMatter>

/** Reads each folder once. Throws a `SettingsError` for a file that can't be read. */
export function createInheritedFrontMatterReader(
  root: string,
  { tool, defaults, layoutFolders = [] }: SiteGenerator,
): InheritedFrontMatterReader {
  const inheritedByFolder = new Map<string, Promise<FrontMatter>>()
  async function readFolder(folder: string): Promise<FrontMatter> {
    const parentFields = folder === '.' ? {} : await cachedFolder(dirname(folder))
    const folderFields =
      tool === 'eleventy'
        ? await readEleventyData(root, folder === '.' ? null : `${folder}/${basename(folder)}`)
        : await readSections(root, folder, tool)
    return mergeSettings(parentFields, ...folderFields)
  }
  const cachedFolder = (folder: string) => {
    if (!inheritedByFolder.has(folder)) inheritedByFolder.set(folder, readFolder(folder))
    return inheritedByFolder.get(folder)!
  }
  const hasFolders = tool === 'hugo' || tool === 'zola' || tool === 'eleventy'
  return async (path, own) => {
    const fromFolders = hasFolders ? await cachedFolder(dirname(path)) : {}
    const settings = defaults(path, own).filter(isTable)
    if (tool !== 'eleventy')
      return mergeSettings(
        ...(tool === 'hugo' ? mergeCascades(settings) : settings),
        fromFolders,
        own,
      )
    const ofFile = await readEleventyData(root, path.replace(/\.\w+$/, ''))
    const data = mergeSettings(...settings, fromFolders, ...ofFile, own)
    const layout = await readLayoutData(root, layoutFolders, getField(data, 'layout'))
    const all = mergeSettings(layout, data)
    const address = getField(all, 'eleventyComputed.permalink') ?? getField(all, 'permalink')
    return /\{%/.test(String(address)) ? { ...all, [settingsField]: `${address}` } : all
  }
}

const isTable = (value: unknown): value is FrontMatter =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the section files of a folder, of which each language may have one. */
async function readSections(
  root: string,
  folder: string,
  tool: string,
): Promise<readonly FrontMatter[]> {
  const cascades: FrontMatter[] = []
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []
  for (const name of names.filter((each) => each.startsWith('_index.'))) {
    const file = `${folder}/${name}`
    const read = await readFileInside(root, file, maxFileBytes)
    if (!read.ok) throw new SettingsError({ file, reason: read.failure })
    const parsed = parseMarkdownFile(decodeText(read.value.bytes).text)
    if (!parsed.ok) throw new SettingsError({ ...parsed.failure, file })
    const { data } = parsed.value
    // Zola publishes nothing below a draft section, whatever the page's own field says.
    if (tool === 'zola' && isTrue(getField(data, 'draft')))
      return [{ [settingsField]: `${file} is a draft` }]
    const ofFile = [tool === 'zola' ? [] : (getField(data, 'cascade') ?? [])].flat().filter(isTable)
    const isForSome = name.split('.').length > 2
    cascades.push(...ofFile.map((each) => (isForSome ? { ...each, target: {} } : each)))
  }
  return mergeCascades(cascades)
}

/** A cascade for some pages hides all pages, because hiding too many is safer than publishing one. */
function mergeCascades(cascades: readonly FrontMatter[]): FrontMatter[] {
  const ofAll = cascades.filter((each) => getField(each, 'target', '_target') === undefined)
  const hiding = cascades.map((each) =>
    Object.fromEntries(Object.entries(each).filter(([name, value]) => isHiding(name, value))),
  )
  return [...ofAll, ...hiding]
}

const isHiding = (name: string, value: unknown) =>
  readVisibilityFields({ [name]: value }).value !== 'published' ||
  /^(?:headless|publishDate|expiryDate)$/i.test(name) ||
  (/^_?build$/i.test(name) && /false|never|link/.test(JSON.stringify(value)))
