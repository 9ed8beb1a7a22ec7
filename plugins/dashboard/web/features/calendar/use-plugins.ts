import type { CalendarOptions } from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import list from "@fullcalendar/react/list";
import breezy from "@fullcalendar/react/themes/breezy";
import { useEffect, useState } from "react";
import { showError } from "../../ui/failure";
import type { View } from "./use-calendar-url";

type Plugins = NonNullable<CalendarOptions["plugins"]>;

const basic: Plugins = [dayGrid, list, interaction, breezy];

/** Returns the calendar's plug-ins, and whether they include the view. The week's plug-in is large, so it loads lazily. */
export function usePlugins(view: View): { plugins: Plugins; canShow: boolean } {
  const [plugins, setPlugins] = useState(basic);
  const canShow = view !== "week" || plugins !== basic;
  useEffect(() => {
    if (canShow) return;
    import("./week-view").then(({ default: weekView }) => setPlugins([...basic, weekView]), showError);
  }, [canShow]);
  return { plugins, canShow };
}
