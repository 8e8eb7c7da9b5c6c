import { renderHtml, renderText } from './email-layout.ts'

/** To the editors, on Saturday. `sunday` is “2026-11-29”. */
export function createReminderEmail(sunday: string, siteUrl: string) {
  const content = {
    subject: 'No issue of The Weekly is approved for tomorrow',
    paragraphs: [
      `There’s no approved issue for Sunday, ${sunday}, so nothing will be sent.`,
      'To send one, run “npm run desk -- weekly approve” and choose its time.',
    ],
  }
  return {
    subject: content.subject,
    text: renderText(content, '', siteUrl),
    html: renderHtml(content, '', siteUrl),
  }
}
