/** Reads the files that editors write: YAML front matter, then Markdown. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'

export type Manuscript = {
  readonly slug: string
  readonly fields: Record<string, unknown>
  readonly body: string
}

const frontMatter = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/

export function readManuscript(path: string): Manuscript {
  const match = frontMatter.exec(readFileSync(path, 'utf8').replaceAll('\r\n', '\n'))
  if (!match) throw new Error(`${path}: does not begin with front matter between two lines of ---`)
  try {
    return {
      slug: basename(path, '.md'),
      // With timestamps: unquoted instants become Dates.
      fields: parse(match[1]!, { customTags: ['timestamp'] }),
      body: match[2]!.trim(),
    }
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}

export function readManuscripts(folder: string): Manuscript[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readManuscript(join(folder, name)))
}
