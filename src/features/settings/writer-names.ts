import {
  type AuthorNames,
  authorNamesPath,
} from '../../contracts/site-files/recommendation-candidates.ts'

let request: Promise<AuthorNames> | undefined

/** Returns no names if the request failed; the next call tries again. */
export function fetchWriterNames(): Promise<AuthorNames> {
  request ??= fetch(authorNamesPath)
    .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
    .catch(() => {
      request = undefined
      return {}
    })
  return request
}
