/** Defined in builds (scripts/build/later-styles.ts); the development server adds all styles itself. */
declare const laterStylesPath: string
const path = typeof laterStylesPath === 'undefined' ? null : laterStylesPath

export { path as laterStylesPath }

/** Firefox paints what follows a style sheet without waiting for it, but scripts wait, and so does what follows them. */
export const waitScript = ' '

export const hasLaterStyles = (html: string) => path !== null && html.includes(path)
