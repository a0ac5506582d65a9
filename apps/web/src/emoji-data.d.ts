/** Written by `build/emoji-data.ts`. */
declare module 'virtual:emojis/*' {
  const url: string;
  export default url;
}
