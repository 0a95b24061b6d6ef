// Lengths and moments of a recording as people write them.

/** `0:07`, `12:03`, `1:02:03`; `padded` gives the minutes two digits in any case. */
export function clockTime(seconds: number, padded = false): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = two(whole % 60);
  if (hours > 0) return `${hours}:${two(minutes)}:${rest}`;
  return `${padded ? two(minutes) : minutes}:${rest}`;
}
