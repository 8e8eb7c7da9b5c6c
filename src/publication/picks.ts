/**
 * The category that also lists what editors pick from the others. It has a file of its own, because a script of every
 * page needs this category and no other.
 */
export const picksSlug = 'editors-picks' as const
export const picks = { name: 'Editor’s Picks', accentColour: 'lac' } as const
