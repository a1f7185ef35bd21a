declare module 'vader-sentiment/src/vader_lexicon.js' {
  /** The valence of each word, from −4 to 4. */
  export const lexicon: Record<string, number>
}

declare module 'vader-sentiment' {
  const vader: {
    SentimentIntensityAnalyzer: {
      polarity_scores: (text: string) => { neg: number; neu: number; pos: number; compound: number }
    }
  }
  export = vader
}
