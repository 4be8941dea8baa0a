"""Tables for other programs. Their packages are imported only here, when they are asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

from kuraban._native import STATUSES, Table


def _columns(table: Table) -> dict[str, Any]:
    columns: dict[str, Any] = {name: table.column(name) for name in table.columns}
    columns["status"] = np.array(STATUSES, dtype=object)[columns["status"]]
    return columns


def to_arrow(table: Table) -> Any:
    """Columns as an Arrow table; what is not known is null."""
    import pyarrow as pa

    arrays = {}
    for name, column in _columns(table).items():
        whole = column.dtype.kind == "i"
        arrays[name] = pa.array(column, mask=column < 0) if whole else pa.array(column)
    return pa.table(arrays)


def to_pandas(table: Table) -> Any:
    """Columns as a data frame; what is not known is -1 or None."""
    import pandas as pd

    return pd.DataFrame(_columns(table))
