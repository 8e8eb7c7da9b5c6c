import { describe, expect, it } from 'vitest'
import { openBuiltSite, toPath } from '../../scripts/dev/stack/built-site.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { loadContentCopy } from '../content/content-copy.ts'
import { type PageName, pageDescriptions, pageNames } from '../contracts/analytics/page-name.ts'

const stack = readRunningStack()
const site = openBuiltSite(stack)
const contentCopy = loadContentCopy(stack.buildEnvironment.BUILD_STATE)!

/** The first page with each name. Other pages aren't counted, or are counted as `information`. */
const pageNameByPath = new Map<string, PageName>([
  ['/gift-subscription/finish', 'gift'],
  ...pageNames.flatMap((pageName): [string, PageName][] => {
    const path = /^(\/[\w/-]*)(?:[ ,]|$)/.exec(pageDescriptions[pageName])?.[1]
    return path ? [[path, pageName]] : []
  }),
])

function getContentPageName(path: string): PageName | undefined {
  const [, first = '', second] = path.split('/')
  if (second === undefined && contentCopy.articles.has(first)) return 'article'
  if (second === undefined && contentCopy.pages.has(first)) return 'information'
  if (first === 'newsletter' && contentCopy.issues.has(second ?? '')) return 'newsletter'
  return (['latest', 'category', 'tag', 'author'] as const).find((pageName) => pageName === first)
}

const found = site.files
  .filter((file) => file.endsWith('.html'))
  .map((file) => {
    const [root] = /<html[^>]*>/.exec(site.text(file)) ?? ['']
    return [toPath(file), /data-page-name="([^"]*)"/.exec(root)?.[1] ?? null] as const
  })

describe('page names', () => {
  it('match the address, or are missing', () => {
    const misnamed = found.filter(([path, pageName]) => {
      const expected = pageNameByPath.get(path) ?? getContentPageName(path)
      return expected ? pageName !== expected : ![null, 'information'].includes(pageName)
    })
    expect(misnamed).toEqual([])
    const paths = new Set(found.map(([path]) => path))
    expect([...pageNameByPath.keys()].filter((path) => !paths.has(path))).toEqual([])
  })

  it('are all used by some page', () => {
    const shown = new Set<string | null>(found.map(([, pageName]) => pageName))
    expect(pageNames.filter((pageName) => !shown.has(pageName))).toEqual([])
  })
})
