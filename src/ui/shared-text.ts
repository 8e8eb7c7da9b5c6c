export const noJavaScript = 'This page needs JavaScript, which is turned off in your browser.'
export const storiesUnavailable = 'We can’t load these stories right now.'
export const linkCopied = 'Link copied.'
export const copyingBlocked = 'Your browser blocked copying.'
export const eventOver = 'This event is over.'

export const formatStoryCount = (count: number) => (count === 1 ? '1 story' : `${count} stories`)

const oldestPage = 'Page 1 has the oldest stories'

export const describeArchivePage = (number: number) => `Page ${number}. ${oldestPage}.`
export const describeMissingArchivePage = `${oldestPage}, and new pages are added as the archive grows.`
