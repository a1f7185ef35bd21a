export default { note: ({ text }: { text: string }) => <em>{text}</em> }
