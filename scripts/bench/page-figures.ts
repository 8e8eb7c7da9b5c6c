/** The figures of pages, as tables. Measures nothing. */
import { type Figure, printFigure, type Section } from './figure.ts'

export const subjects = {
  home: '/',
  article: '/fathers-in-pencil',
  category: '/category/culture',
  latest: '/latest',
  search: '/search',
  subscribe: '/subscribe',
  login: '/login',
} as const
export type Subject = keyof typeof subjects
export const subjectNames = Object.keys(subjects) as Subject[]

export const kinds = ['document', 'stylesheet', 'script', 'font', 'image'] as const
export type Kind = (typeof kinds)[number]
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof categories)[number]
export const metrics = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
} as const
export type Metric = keyof typeof metrics

/** Kilobytes by kind, and how many requests there were. */
export type Weight = Readonly<Record<Kind | 'requests', Figure | null>>
export type Score = Readonly<Record<Category | Metric, Figure | null>>
export type Weights = Readonly<Record<Subject, Weight>>
export type Scores = Readonly<Record<Subject, Score>>

export function reportPages(weights: Weights, scores: Scores): Omit<Section, 'aims'> {
  return {
    name: 'pages',
    tables: [
      {
        title: 'Pages at a first visit on a phone, kB',
        head: ['page', 'HTML (gzip)', 'CSS (br)', 'JS (br)', 'fonts', 'pictures', 'requests'],
        rows: subjectNames.map((name) => [
          subjects[name],
          ...kinds.map((kind) => printFigure(weights[name][kind], '', 1)),
          printFigure(weights[name].requests, ''),
        ]),
      },
      {
        title: `Lighthouse, mobile, median of ${scores.home.performance?.runs ?? 0}`,
        head: [
          'page',
          'performance',
          'accessibility',
          'best practices',
          'SEO',
          ...Object.values(metrics),
        ],
        rows: subjectNames.map((name) => [
          subjects[name],
          ...categories.map((category) => printFigure(scores[name][category], '')),
          printFigure(scores[name]['first-contentful-paint'], 'ms'),
          printFigure(scores[name]['largest-contentful-paint'], 'ms'),
          printFigure(scores[name]['total-blocking-time'], 'ms'),
          printFigure(scores[name]['cumulative-layout-shift'], '', 3),
        ]),
      },
    ],
    figures: { weights, scores },
  }
}
