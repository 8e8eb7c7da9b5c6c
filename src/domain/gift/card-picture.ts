/**
 * Files in public/ with the card's picture: one for pages and print, and one for emails, whose clients support fewer
 * formats.
 */
export const cardPicturePaths = { page: '/gift-card.avif', email: '/gift-card.jpg' } as const
