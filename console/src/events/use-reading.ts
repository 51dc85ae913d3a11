/** Whether somebody reads a list that grows at its top: it was paused, one has scrolled, or a row is open. */
import { useCallback, useEffect, useState } from 'react';

/** In pixels: less is no scrolling to speak of. */
const SCROLLED = 40;

export type Reading = ReturnType<typeof useReading>;

export function useReading() {
  const [isPaused, setPaused] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const [openRows, setOpenRows] = useState(0);
  const [round, setRound] = useState(0);

  useEffect(() => {
    const look = () => setScrolled(window.scrollY > SCROLLED);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);

  const onOpen = useCallback(() => {
    setOpenRows((count) => count + 1);
    return () => setOpenRows((count) => count - 1);
  }, []);

  /** Back to what is new: `round` changes, so that a list with that key closes its rows. */
  function goOn(): void {
    setPaused(false);
    setRound(round + 1);
    window.scrollTo({ top: 0 });
  }

  const isReading = isPaused || isScrolled || openRows > 0;
  return { isReading, isPaused, round, onOpen, goOn, pause: () => setPaused(true) };
}
