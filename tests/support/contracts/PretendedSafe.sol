// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// Speaks like a Safe that paid, and pays nothing.
contract PretendedSafe {
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);

    function execTransaction(
        address,
        uint256,
        bytes calldata,
        uint8,
        uint256,
        uint256,
        uint256,
        address,
        address payable,
        bytes calldata
    ) external payable returns (bool) {
        emit ExecutionSuccess(bytes32(uint256(1)), 0);
        return true;
    }
}
