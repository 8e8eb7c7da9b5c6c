/** Reads the data of Eleventy's texts: files beside them, global data and layouts. Scripts are never run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { basename, extname } from 'node:path/posix'
import { megabyte } from '../megabyte.ts'
import { readFileInside } from '../source-file.ts'
import { decodeText } from './decode-text.ts'
import { parseMarkdownFile } from './front-matter.ts'
import { toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import { readScriptLiterals } from './script-literals.ts'
import { mergeSettings, readSettings, readSettingsText, SettingsError } from './site-settings.ts'
import { isVisibilityField, settingsField } from './visibility-fields.ts'

const formats = ['yaml', 'yml', 'toml', 'json', 'js', 'cjs', 'mjs', 'ts', 'mts', 'cts']
const dataEndings = [
  ...formats.slice(0, 4).map((end) => `.${end}`),
  ...formats.map((end) => `.11tydata.${end}`),
]

const findFiles = (root: string, names: readonly string[]) =>
  names.filter((name) => existsSync(join(root, name)))

/** `stem` is a path without extension. */
export async function readEleventyData(
  root: string,
  stem: string | null,
): Promise<readonly FrontMatter[]> {
  const files =
    stem === null
      ? []
      : findFiles(
          root,
          dataEndings.map((end) => stem + end),
        )
  return Promise.all(files.map((file) => readDataFile(root, file)))
}

/** Reads global data that hides texts. */
export async function readGlobalData(
  root: string,
  folder: string,
): Promise<readonly FrontMatter[]> {
  const list = (stem: string) =>
    findFiles(
      root,
      formats.flatMap((end) => [`${folder}${stem}.${end}`, `${folder}${stem}.11tydata.${end}`]),
    )
  const doubtful = ['permalink', 'draft'].flatMap(list).map((file) => ({ [settingsField]: file }))
  const computed = list('eleventyComputed').map(async (file) => ({
    ...(await readDataFile(root, file)),
  }))
  return [...doubtful, ...(await Promise.all(computed))]
}

async function readDataFile(root: string, file: string): Promise<FrontMatter> {
  if (/\.(?:json|ya?ml|toml)$/.test(file)) return readSettings(root, file)
  const script = await readSettingsText(root, file)
  const object = script.replace(/^\s*(?:export default\b|module\.exports\s?=)/, '')
  const literals = readScriptLiterals(object)
  if (literals !== null) return literals
  const code = script.replace(/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|(?<!:)\/\/[^\n]*/g, '')
  return {
    ...readScriptFields(code),
    ...(/\bpermalink\b/.test(code) ? { permalink: `{{ ${basename(file)} }}` } : {}),
    ...(mayHide(code) ? { [settingsField]: file } : {}),
  }
}

/** Matches an address that is a literal text, or that only the text's own field can hide. */
const plainAddress =
  /\bpermalink["']?:? ?(?:\([\w, ]*\)|\w+) ?(?:=>|\{ ?return) ?(?:\w+\.(\w+) ?\? ?false ?: ?)?(?:T|\w+\.permalink)(?= ?[;,}])/g

/** Returns whether a script that isn't only literals names a field that may hide a text. */
function mayHide(code: string): boolean {
  const masked = code
    .replace(/`[^`]*`|"[^"\n]*"(?!\s*[:\]])|'[^'\n]*'(?!\s*[:\]])/g, 'T')
    .replace(/\s+/g, ' ')
    .replace(plainAddress, (whole, field?: string) =>
      field === undefined || isVisibilityField(field) ? 'T' : whole,
    )
    .replace(/\bpermalink["']?: ?T(?= ?[,}])/g, 'T')
  const names = masked.matchAll(/(\.?)\b(\w+)["'\]]{0,2} ?(=(?![=>])|[:,}(])/g)
  return [...names].some(
    ([, dot, name = '', sign]) =>
      (dot === '' || sign === '=') && (name === 'permalink' || isVisibilityField(name)),
  )
}

/** Reads fields with literals, such as `draft: true` or `permalink: "/blog/{{ page.fileSlug }}/"`. */
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

const layoutEndings = [
  '',
  ...'.njk .liquid .html .md .11ty.js .11ty.cjs .webc .hbs .ejs .pug'.split(' '),
]
const maxLayouts = 10

/**
 * Reads the front matter of a text's layout, and of that layout's own layouts. Layouts that aren't found are aliases.
 */
export async function readLayoutData(
  root: string,
  folders: readonly string[],
  layout: unknown,
  depth = 0,
): Promise<FrontMatter> {
  const name = toText(layout)
  if (name === null || depth > maxLayouts) return {}
  const [file] = findFiles(
    root,
    folders.flatMap((folder) => layoutEndings.map((end) => folder + name + end)),
  )
  if (file === undefined || extname(file) === '') return {}
  const read = await readFileInside(root, file, megabyte)
  if (!read.ok) throw new SettingsError({ file, reason: read.failure })
  const text = decodeText(read.value.bytes).text
  if (!text.startsWith('---')) return {}
  const parsed = parseMarkdownFile(text)
  if (!parsed.ok) throw new SettingsError({ ...parsed.failure, file })
  const { layout: parent, ...data } = parsed.value.data
  return mergeSettings(await readLayoutData(root, folders, parent, depth + 1), data)
}
