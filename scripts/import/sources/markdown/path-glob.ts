/** Patterns of paths in settings and ignore files. They are hostile, so they are matched in linear time. */
import { createLinearMatcher } from '../../regex/linear-match.ts'

type PathMatcher = (path: string) => boolean

/** Matches the whole path. A pattern that isn't supported matches everything: hiding is safer. */
export function createGlobMatcher(glob: string, doStarsCrossFolders = false): PathMatcher {
  const star = doStarsCrossFolders ? '.*' : '[^/]*'
  const source = glob.replace(/\*\*\/|\*\*|\*|\?|[\\^$.|+()[\]{}]/g, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '**') return '.*'
    if (token === '*') return star
    return token === '?' ? '[^/]' : `\\${token}`
  })
  return createLinearMatcher(`^${source}$`) ?? (() => true)
}

/** A file in the format of `.gitignore`: the last pattern that matches a path decides. */
export function createIgnoreMatcher(text: string): PathMatcher {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line.replace(/^!/, '').replace(/^\.?\//, '')
      const isAnchored = /^!?\.?\//.test(line) || pattern.slice(0, -1).includes('/')
      const anchored = `${isAnchored ? '' : '**/'}${pattern.replace(/\/$/, '')}`
      const matchers = [createGlobMatcher(anchored), createGlobMatcher(`${anchored}/**`)]
      const isIncluded = line.startsWith('!')
      return { isIncluded, matches: (path: string) => matchers.some((matches) => matches(path)) }
    })
  return (path) => rules.findLast(({ matches }) => matches(path))?.isIncluded === false
}
