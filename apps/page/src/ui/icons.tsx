// Icons: strokes on a 24 by 24 grid, in the colour of the text.

const paths = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M17 5l-10 7 10 7z",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  next: "M7 5l10 7-10 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  random:
    "M4 7h3.5c4 0 5 10 9 10H20M4 17h3.5c1.6 0 2.7-1.6 3.7-3.6M12.8 10.600c1-2 2.100-3.600 3.700-3.600H20M17.500 4.500L20 7l-2.500 2.500M17.500 14.500L20 17l-2.500 2.500",
  clear: "M5 7h14M9.500 7V4.500h5V7M7 7l1 12.500h8L17 7",
  undo: "M9 5L4.500 9.500 9 14M5 9.500h8.500a5 5 0 0 1 0 10H9",
  photos: "M4 8h3.500L9 5.500h6L16.500 8H20v11H4zM12 16.500a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400z",
  patterns:
    "M4 4h5.300v5.300H4zM14.700 4H20v5.300h-5.300zM9.300 9.300h5.400v5.400H9.300zM4 14.700h5.300V20H4zM14.700 14.700H20V20h-5.300z",
  eraser: "M9 19.500L4 14.500l9.500-9.500 6.500 6.500-8 8zM8 10.500l6.500 6.500M9 19.500h11",
  copy: "M9 9V4.500h10.500V15H15M4.500 9H15v10.500H4.500z",
  share: "M12 15V3.500M8 7l4-3.500L16 7M6.500 11H5v9h14v-9h-1.500",
  print: "M7 9V4h10v5M7 16H4V9h16v7h-3M7 14h10v6H7z",
  theme: "M12 4.500a7.500 7.500 0 1 0 0 15zM12 4.500a7.500 7.500 0 1 1 0 15",
  letters: "M5 19l5.500-14h3L19 19M7.200 14h9.600",
  about: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 11v5M12 8v.2",
  close: "M6 6l12 12M18 6L6 18",
  robot: "M5 9h14v10H5zM12 9V5M9 13.500v1.500M15 13.500v1.500M2.500 12.500v3M21.500 12.500v3",
  cube: "M12 3.500l7.500 4.200v8.600L12 20.500l-7.500-4.200V7.700zM4.500 7.700L12 12l7.500-4.300M12 12v8.500",
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);
