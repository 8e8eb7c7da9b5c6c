/** In the response with a closed part: `pass` if the caller may read this article only. Otherwise missing. */
export const bodyAccessHeader = 'Opened-By'
export const openedByPass = 'pass'
