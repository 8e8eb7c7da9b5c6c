/** The path that builds define (scripts/build/later-styles.ts); the development server adds all styles itself. */
declare const laterStylesPath: string
const path = typeof laterStylesPath === 'undefined' ? null : laterStylesPath

export { path as laterStylesPath }

/**
 * A script that Firefox waits for: it paints content after a style sheet without waiting, but scripts wait, and so does
 * content after them.
 */
export const waitScript = ' '

export const hasLaterStyles = (html: string) => path !== null && html.includes(path)
