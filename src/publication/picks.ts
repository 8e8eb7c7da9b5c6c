/**
 * The category that also lists what editors pick from the others. In a file of its own, because a script of every page
 * needs it, and none of the others.
 */
export const picksSlug = 'editors-picks' as const
export const picks = { name: 'Editor’s Picks', accentColour: 'lac' } as const
