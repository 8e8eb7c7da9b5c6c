/** Matches path patterns from settings and ignore files, in linear time because they may be hostile. */
import { createLinearMatcher } from '../../regex/linear-match.ts'

type PathMatcher = (path: string) => boolean

const globToken = /\*\*\/|\*\*|\*|\?|\[[!^]?[^\][\\]+\]|[{},\\^$.|+()[\]]/g

/** Matches the whole path; null for a pattern that isn't supported, whose matches aren't known. */
export function compileGlob(glob: string, doStarsCrossFolders = false): PathMatcher | null {
  let [depth, isSupported] = [0, !/[!@*+?]\(|\.\.|\\|^!/.test(glob)]
  const source = glob.replace(globToken, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '**') return '.*'
    if (token === '*') return doStarsCrossFolders ? '.*' : '[^/]*'
    if (token === '?') return '[^/]'
    if (token.length > 1) return token.replace('[!', '[^')
    if (token === '{' && ++depth > 0) return '(?:'
    if (token === '}' && --depth >= 0) return ')'
    if (token === ',') return depth > 0 ? '|' : ','
    isSupported &&= !/[{}[\]]/.test(token)
    return `\\${token}`
  })
  return isSupported && depth === 0 ? createLinearMatcher(`^(?:${source})$`) : null
}

/** A pattern that isn't supported matches everything, because hiding a text is safer than showing it. */
export const createGlobMatcher = (glob: string, doStarsCrossFolders = false): PathMatcher =>
  compileGlob(glob, doStarsCrossFolders) ?? (() => true)

/** Matches an entry, and all files in a matching folder. Patterns may consist of a name alone. */
export function createEntryMatcher(glob: string): PathMatcher {
  const matches = createGlobMatcher(glob.replace(/\/$/, ''), true)
  return (path) => {
    const parts = path.split('/')
    return parts.some(
      (part, index) => matches(part) || matches(parts.slice(0, index + 1).join('/')),
    )
  }
}

/** Parses a file in the `.gitignore` format: the last pattern that matches a path decides. */
export function createIgnoreMatcher(text: string): PathMatcher {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line.replace(/^!/, '').replace(/^\.?\//, '')
      const isAnchored = /^!?\.?\//.test(line) || pattern.slice(0, -1).includes('/')
      const anchored = `${isAnchored ? '' : '**/'}${pattern.replace(/\/$/, '')}`
      const isIncluded = line.startsWith('!')
      const matchers = [anchored, `${anchored}/**`].map(
        (glob) => compileGlob(glob) ?? (() => !isIncluded),
      )
      return { isIncluded, matches: (path: string) => matchers.some((matches) => matches(path)) }
    })
  return (path) => rules.findLast(({ matches }) => matches(path))?.isIncluded === false
}
