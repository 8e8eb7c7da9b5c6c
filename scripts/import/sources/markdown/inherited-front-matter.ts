/** Inherited fields: site settings, Hugo's `cascade`, Zola's drafts of sections, Eleventy's folder data. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { basename, dirname } from 'node:path/posix'
import { readFileInside } from '../source-file.ts'
import { decodeText } from './decode-text.ts'
import { parseMarkdownFile } from './front-matter.ts'
import { getField } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import type { SiteGenerator } from './site-generator.ts'
import { readSettings, readSettingsText, SettingsError } from './site-settings.ts'
import { isTrue, isVisibilityField } from './visibility-fields.ts'

const maxFileBytes = 4_000_000

/** Reads each folder once. Throws a `SettingsError` for a file that can't be read. */
export function createInheritedFrontMatterReader(
  root: string,
  { tool, defaults }: SiteGenerator,
): (path: string) => Promise<FrontMatter> {
  const inheritedByFolder = new Map<string, Promise<FrontMatter>>()
  async function readFolder(folder: string): Promise<FrontMatter> {
    const parentFields = folder === '.' ? {} : await cachedFolder(dirname(folder))
    const folderFields =
      tool === 'eleventy'
        ? await readEleventyData(root, folder === '.' ? null : `${folder}/${basename(folder)}`)
        : await readSection(root, folder, tool)
    return Object.assign({}, parentFields, ...folderFields)
  }
  const cachedFolder = (folder: string) => {
    if (!inheritedByFolder.has(folder)) inheritedByFolder.set(folder, readFolder(folder))
    return inheritedByFolder.get(folder)!
  }
  const hasFolders = tool === 'hugo' || tool === 'zola' || tool === 'eleventy'
  return async (path) => {
    const fromFolders = hasFolders ? await cachedFolder(dirname(path)) : {}
    const ofFile =
      tool === 'eleventy' ? await readEleventyData(root, path.replace(/\.\w+$/, '')) : []
    const settings = defaults(path)
    const general = tool === 'hugo' ? settings.map(pickCascade) : settings
    return Object.assign({}, ...general, fromFolders, ...ofFile)
  }
}

async function readSection(
  root: string,
  folder: string,
  tool: string,
): Promise<readonly unknown[]> {
  const file = `${folder}/_index.md`
  const read = await readFileInside(root, file, maxFileBytes)
  if (!read.ok) return []
  const parsed = parseMarkdownFile(decodeText(read.value.bytes).text)
  if (!parsed.ok) throw new SettingsError({ ...parsed.failure, file })
  const { data } = parsed.value
  // Zola publishes nothing below the draft of a section.
  if (tool === 'zola') return isTrue(getField(data, 'draft')) ? [{ draft: true }] : []
  return [getField(data, 'cascade') ?? []].flat().map(pickCascade)
}

/** A cascade for some pages only hides all of them: hiding too many is safer than publishing one. */
function pickCascade(cascade: unknown): FrontMatter {
  if (typeof cascade !== 'object' || cascade === null) return {}
  const isForSome = getField(cascade as FrontMatter, 'target', '_target') !== undefined
  const fields = Object.entries(cascade).filter(
    ([name]) => !isForSome || isVisibilityField(name) || hidingTables.test(name),
  )
  return Object.fromEntries(fields)
}

const hidingTables = /^(?:headless|_?build|publishDate|expiryDate)$/i

/** `stem` is a path without extension. Of scripts only what they say without conditions is read. */
async function readEleventyData(root: string, stem: string | null): Promise<readonly unknown[]> {
  const files = [
    '.json',
    '.11tydata.json',
    ...['js', 'cjs', 'mjs'].map((end) => `.11tydata.${end}`),
  ]
    .map((end) => `${stem}${end}`)
    .filter((file) => stem !== null && existsSync(join(root, file)))
  return Promise.all(
    files.map(async (file) => {
      if (file.endsWith('.json')) return readSettings(root, file)
      const script = await readSettingsText(root, file)
      return { ...readComputedAddress(script, basename(file)), ...readScriptFields(script) }
    }),
  )
}

/** An address that a script computes isn't known, and may be none: Eleventy doesn't write such texts. */
function readComputedAddress(script: string, name: string): FrontMatter {
  if (!/\bpermalink\b/.test(script)) return {}
  const dependsOnField = (script.match(/\.\w+/g) ?? []).some((word) => isVisibilityField(word))
  const isDoubtful = /\bfalse\b/.test(script) && !dependsOnField
  return {
    permalink: `{{ ${name} }}`,
    ...(isDoubtful ? { visibility: `${name} decides` } : {}),
  }
}

/** Fields with a literal: `draft: true`, `permalink: "/blog/{{ page.fileSlug }}/"`. */
function readScriptFields(script: string): FrontMatter {
  const fields = script.matchAll(
    /^[ \t]*["']?([A-Za-z]\w*)["']?[ \t]?:[ \t]?(true|false|"[^"\n]*"|'[^'\n]*'|\[[^\][\n]*\])[ \t]?(?=[,}\n]|$)/gm,
  )
  return Object.fromEntries(
    [...fields].map(([, name, value = '']) => {
      const texts = value.match(/[^"'[\],\s][^"'[\],]*/g) ?? []
      return [
        name,
        value.startsWith('[') ? texts : /^["']/.test(value) ? value.slice(1, -1) : value === 'true',
      ]
    }),
  )
}
