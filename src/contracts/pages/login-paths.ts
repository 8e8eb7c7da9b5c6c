export function getLoginPath(path: string): string {
  return path === '/' ? '/login' : `/login?return=${encodeURIComponent(path)}`
}

export function getSignUpPath(path: string): string {
  return path === '/' ? '/login/new' : `/login/new?return=${encodeURIComponent(path)}`
}

/** Returning to this fragment continues a story at its paywall. */
export const wallFragment = '#continue'

export const getSignUpPathFromWall = (slug: string) => getSignUpPath(`/${slug}${wallFragment}`)

/** Returning to this fragment saves the story. */
export const saveFragment = '#save'

export function getLoginPathForSaving(slug: string): string {
  return getLoginPath(`/${slug}${saveFragment}`)
}

export const saveReturnPattern = /^\/([a-z0-9-]+)#save$/

/** A gift's page, with its code. */
export const giftReturnPattern = /^\/gift\/[0-9A-Za-z-]{16,19}$/

/** Returns the slug of the story to save. Accepts any input. */
export function parseArticleToSave(returnPath: string | null): string | null {
  return saveReturnPattern.exec(returnPath ?? '')?.[1] ?? null
}

/** The sessionStorage key of the story that a guest wanted to save in this tab, as JSON. */
export const articleToSaveKey = 'article-to-save'
export type ArticleToSave = { readonly slug: string; readonly title: string }
