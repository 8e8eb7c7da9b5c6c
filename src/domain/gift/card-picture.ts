/** Picture of the card on pages and in print, and in emails, whose programs know fewer formats: files in public/. */
export const cardPicturePaths = { page: '/gift-card.avif', email: '/gift-card.jpg' } as const
