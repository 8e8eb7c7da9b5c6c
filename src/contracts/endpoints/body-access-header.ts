/** In the response with a closed part: `pass` if the caller may read only this article; missing otherwise. */
export const bodyAccessHeader = 'Opened-By'
export const openedByPass = 'pass'
