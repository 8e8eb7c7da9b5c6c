export const picksSlug = 'catch' as const
export const picks = { name: 'The Catch', accentColour: 'peacock' } as const
