/** Where events go. Apart from the other endpoints: the script of every page needs no more than this. */
export const collectPath = '/api/collect'
